# SPDX-License-Identifier: MIT
#
# The short way in front of CMake. Everything is built below build/, results go to out/.
#
#   make demo                 build, run a slider-crank, and show it
#   make gallery              a page of all models, with pictures, plots and motions: out/gallery/index.html
#   make pictures             the pictures of the README anew
#   make test                 the tests: gcc, clang with sanitizers, valgrind, installation
#   make bench                cost of evaluations and steps
#   make bench-precision      work for a wanted accuracy, by stepper and stabilisation
#   make bench-peers          P1 to P8 beside Simbody, MuJoCo, CHOLMOD and code written by hand
#   make audit                random mechanisms in every formulation against an integrator of the tests' own; tests that take long
#                             (COUNT=10000 SEED=1; SHARD=1/8 a part of them; what was done is not done again)
#   make install PREFIX=DIR   headers, libraries, program, models, documents, man pages, completion (DESTDIR is honoured)
#   make deb                  a package for Debian and its like: out/jourdain_*.deb
#   make dist                 the sources as they are committed: out/jourdain-VERSION.tar.gz
#   make fuzz SECONDS=600     feed the reader of models with nonsense, every time another way; WHAT=json, mesh, csv:
#                             the readers of these, WHAT=args: the command line, WHAT=run: runs of what can be read,
#                             WHAT=commands: all other commands on it
#   make bad documents        messages of test/bad, outputs of README and doc/ anew: read the diff
#   make format               clang-format over the sources
#   make clean

PREFIX  ?= /usr/local
SECONDS ?= 600
WHAT    ?= reader
SEED    ?= 1
COUNT   ?= 10000
SHARD   ?=
JOURDAIN = build/gcc/jourdain
RELEASE  = -DCMAKE_BUILD_TYPE=Release

.PHONY: all program demo gallery pictures test bench bench-precision bench-peers audit install deb dist fuzz format bad documents clean
.SILENT:

all:
	tool/setup.sh build
	tool/build.sh gcc all $(RELEASE)

demo: program
	tool/demo.sh $(JOURDAIN)

gallery: program
	rm -rf out/gallery
	tool/gallery.sh $(JOURDAIN) out/gallery
	echo 'Open out/gallery/index.html in a browser.'

pictures: program
	tool/pictures.sh $(JOURDAIN) doc/picture

program:
	tool/setup.sh build
	tool/build.sh gcc program $(RELEASE)

test:
	tool/setup.sh test
	tool/test.sh

bench:
	tool/setup.sh test
	tool/build.sh gcc bench $(RELEASE) -DJD_TESTS=ON
	bench/run.sh build/gcc/bench/bench cost

bench-precision:
	tool/setup.sh build
	tool/build.sh gcc bench $(RELEASE) -DJD_TESTS=ON
	bench/run.sh build/gcc/bench/bench precision

bench-peers:
	tool/setup.sh build
	tool/build.sh gcc bench $(RELEASE) -DJD_TESTS=ON
	bench/peers/run.sh build/gcc/bench/bench

audit:
	tool/setup.sh test
	tool/build.sh gcc all $(RELEASE) -DJD_TESTS=ON
	build/gcc/test/test_loop_space 100000
	build/gcc/test/test_base_own 10000000
	tool/browser.sh viewer/test/run.mjs --program build/gcc/jourdain --all
	ctest --test-dir build/gcc -L long --output-on-failure
	ALL=1 tool/check_growth.sh valgrind build/gcc/test/test_text_growing_alloc $(JOURDAIN)
	tool/check_emitted.sh build/gcc/jourdain
	tool/audit.sh build/gcc/test/audit $(SEED) $(COUNT) $(SHARD)

install:
	tool/setup.sh build
	tool/build.sh gcc all $(RELEASE)
	cmake --install build/gcc --prefix $(PREFIX)

deb:
	tool/setup.sh build
	tool/build.sh gcc all $(RELEASE)
	mkdir -p out
	cd out && cpack --config ../build/gcc/CPackConfig.cmake -G DEB
	rm -rf out/_CPack_Packages

dist:
	mkdir -p out
	version=$$(sed -n 's/^#define JD_VERSION "\(.*\)"/\1/p' include/jourdain.h); \
	    git archive --format=tar.gz --prefix=jourdain-$$version/ -o out/jourdain-$$version.tar.gz HEAD && ls out/jourdain-$$version.tar.gz

fuzz:
	tool/setup.sh test
	tool/build.sh fuzz $(WHAT)_fuzz -DCMAKE_C_COMPILER=clang -DCMAKE_BUILD_TYPE=Debug \
	    -DCMAKE_C_FLAGS_DEBUG="-O1 -g1" -DJD_SANITIZE=ON -DJD_FUZZ=ON -DJD_TESTS=ON -DJD_VIEWER=OFF
	tool/fuzz.sh build/fuzz/test/$(WHAT)_fuzz $(SECONDS) 0

# The messages of test/bad written anew, to be read in the diff.
bad: program
	tool/check_bad.sh $(JOURDAIN) --update

# What is printed put into README.md and doc/*.md, to be read in the diff.
documents: all
	tool/check_documents.sh $(JOURDAIN) --update

format:
	find src test example bench -name '*.c' -exec clang-format -i {} +

clean:
	rm -rf build out
