/* SPDX-License-Identifier: MIT
 *
 * Keepers: data shown to them one by one are measured, saved, or loaded. And the seal of bytes that
 * were saved. */
#include "base/base.h"
#include <assert.h>
#include <string.h>

uint64_t jd_hash(uint64_t hash, const void *bytes, size_t size) {
    const uint64_t basis = 14695981039346656037u, prime = 1099511628211u;
    const unsigned char *byte = bytes;
    if (!hash) hash = basis;
    for (size_t n = 0; n < size; n++) hash = (hash ^ byte[n]) * prime;
    return hash;
}

void jd_keep(Keeper *keeper, void *data, size_t size) {
    assert(size == 0 || data || keeper->task == KEEPER_MEASURES);
    keeper->shape = jd_hash(keeper->shape, &size, sizeof size);
    if (keeper->task != KEEPER_MEASURES && size > keeper->room - keeper->used)
        keeper->failed = true;
    if (keeper->failed) return;
    char *at = keeper->at ? keeper->at + keeper->used : NULL;
    if (size && keeper->task == KEEPER_SAVES) memcpy(at, data, size);
    if (size && keeper->task == KEEPER_LOADS) memcpy(data, at, size);
    keeper->used += size;
}

/* Pointers of any type have the same bytes. */
static void *get_pointer(const void *pointer) {
    void *value;
    memcpy(&value, pointer, sizeof value);
    return value;
}

static void set_pointer(void *pointer, const void *value) {
    memcpy(pointer, &value, sizeof value);
}

void jd_keep_inner(Keeper *keeper, void *pointer, const void *block, size_t size) {
    const uintptr_t value = (uintptr_t)get_pointer(pointer), base = (uintptr_t)block;
    const uint64_t elsewhere = UINT64_MAX;
    uint64_t place = value >= base && value - base < size ? value - base : elsewhere;
    KEEP(keeper, place);
    if (place != elsewhere && place >= size) keeper->failed = true;
    if (keeper->task != KEEPER_LOADS || keeper->failed || place == elsewhere) return;
    set_pointer(pointer, (const char *)block + place);
}

void jd_keep_choice(Keeper *keeper, void *pointer, const void *const *choices, int count) {
    const void *value = get_pointer(pointer);
    int32_t choice = 0;
    while (choice < count && choices[choice] != value) choice++;
    KEEP(keeper, choice);
    if (choice < 0 || choice >= count) keeper->failed = true;
    if (keeper->task == KEEPER_LOADS && !keeper->failed) set_pointer(pointer, choices[choice]);
}

/* ---- Seals ---------------------------------------------------------------------------------- */

static const uint32_t byte_order = 0x01020304;
static const char version[16] = JD_VERSION;

void jd_seal(void *bytes, size_t size, const char magic[8], uint32_t format) {
    assert(size >= sizeof(Seal));
    Seal seal = {.order = byte_order, .format = format, .size = size};
    memcpy(seal.magic, magic, sizeof seal.magic);
    memcpy(seal.version, version, sizeof seal.version);
    seal.check = jd_hash(0, (const char *)bytes + sizeof seal, size - sizeof seal);
    memcpy(bytes, &seal, sizeof seal);
}

static bool refuse(JdLog *log, const char *code, const char *what, const char *why,
                   const char *remedy) {
    jd_report(log, JD_ERROR, code, nowhere, "%s %s", what, why);
    jd_hint(log, "%s", remedy);
    return false;
}

bool jd_seal_check(const void *bytes, size_t size, const char magic[8], uint32_t format,
                   const char *what, JdLog *log) {
    static const char foreign[] = "checkpoint-foreign", damaged[] = "checkpoint-damaged";
    static const char anew[] = "run it anew, without --resume";
    Seal seal = {0};
    if (size >= sizeof seal) memcpy(&seal, bytes, sizeof seal);
    if (memcmp(seal.magic, magic, sizeof seal.magic) != 0)
        return refuse(log, foreign, what, "holds no saved run", anew);
    if (seal.order != byte_order)
        return refuse(log, foreign, what, "was saved by a machine with another order of bytes",
                      "take it up on a machine of that kind");
    if (seal.format != format || memcmp(seal.version, version, sizeof version) != 0)
        return refuse(log, foreign, what, "was saved by another version of the program",
                      "take it up with that version");
    if (seal.size != size)
        return refuse(log, damaged, what, "is cut off or has something behind it", anew);
    if (seal.check != jd_hash(0, (const char *)bytes + sizeof seal, size - sizeof seal))
        return refuse(log, damaged, what, "is damaged", anew);
    return true;
}
