# SPDX-License-Identifier: MIT
#
# cmake -DFROM=viewer -DTO=FOLDER -DNODE=node -DNPM=npm -P page.cmake: makes FOLDER/page.c, the bundled page as bytes,
# and has_page.h, which says that it is there and of which sources it is made. Does nothing if they are the same as
# now. If anything goes wrong page.c is empty: the build goes on, and the next one tries again. Build trees that want
# the page at the same time wait for one another.
file(MAKE_DIRECTORY ${TO})
file(LOCK ${TO}/lock GUARD PROCESS)

function(jd_write path text) # leaves a file alone that says so already
    set(old)
    if(EXISTS ${path})
        file(READ ${path} old)
    endif()
    if(NOT old STREQUAL text)
        file(WRITE ${path} "${text}")
    endif()
endfunction()

function(jd_left_out why log)
    file(WRITE ${TO}/page.log "${log}")
    jd_write(${TO}/page.c "typedef int jd_no_page;\n")
    jd_write(${TO}/has_page.h "#define JD_VIEWER_FAILED \"${why} when this program was built; see build/viewer/page.log and build again\"\n")
    message(NOTICE "left out: the page of `jourdain view`, because ${why}; see ${TO}/page.log")
endfunction()

# What the page is made of.
file(GLOB_RECURSE files RELATIVE ${FROM} ${FROM}/src/*)
list(APPEND files build.mjs package.json package-lock.json ../LICENSE)
set(sources)
foreach(name IN LISTS files)
    file(SHA256 ${FROM}/${name} hash)
    string(APPEND sources "${name} ${hash}\n")
endforeach()
string(SHA256 sources "${sources}")
set(has_page "/* Made of ${sources}. */\n#define JD_VIEWER 1\n")

# The packages. Without network npm is not to wait for minutes.
set(packages ${FROM}/node_modules/.package-lock.json)
if(NOT EXISTS ${packages} OR NOT ${packages} IS_NEWER_THAN ${FROM}/package-lock.json)
    execute_process(COMMAND ${NPM} ci --ignore-scripts --no-audit --no-fund --prefer-offline
        --fetch-retries=1 --fetch-retry-mintimeout=1000 --fetch-retry-maxtimeout=2000 --fetch-timeout=60000
        WORKING_DIRECTORY ${FROM} RESULT_VARIABLE failed OUTPUT_VARIABLE log ERROR_VARIABLE log)
    if(NOT failed EQUAL 0)
        jd_left_out("npm could not fetch its packages" "${log}")
        return()
    endif()
endif()

# The page.
if(EXISTS ${TO}/page.c AND EXISTS ${TO}/has_page.h)
    file(READ ${TO}/has_page.h old)
    if(old STREQUAL has_page)
        return()
    endif()
endif()
execute_process(COMMAND ${NODE} build.mjs --c ${TO}/page.c
    WORKING_DIRECTORY ${FROM} RESULT_VARIABLE failed OUTPUT_VARIABLE log ERROR_VARIABLE log)
if(NOT failed EQUAL 0)
    jd_left_out("the page could not be bundled" "${log}")
    return()
endif()
file(REMOVE ${TO}/page.log)
jd_write(${TO}/has_page.h "${has_page}")
