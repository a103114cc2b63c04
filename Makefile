# SPDX-License-Identifier: MIT
#
# The short way in front of CMake. Everything is built below build/, results go to out/.
#
#   make demo                 build and run a slider-crank
#   make test                 all tests: gcc, clang with sanitizers, valgrind, installation
#   make bench                cost of evaluations and steps
#   make bench-precision      work for a wanted accuracy, by stepper and stabilisation
#   make bench-peers          the same mechanisms in Simbody, and the ratio
#   make install PREFIX=DIR   header, libraries, program, models (DESTDIR is honoured)
#   make fuzz SECONDS=600     feed the reader with nonsense
#   make format               clang-format over the sources
#   make clean

PREFIX  ?= /usr/local
SECONDS ?= 600
JOURDAIN = build/gcc/jourdain
RELEASE  = -DCMAKE_BUILD_TYPE=Release

.PHONY: all demo test bench bench-precision bench-peers install fuzz format bad clean
.SILENT:

all:
	tool/setup.sh build
	tool/build.sh gcc all $(RELEASE)

demo:
	tool/setup.sh build
	tool/build.sh gcc program $(RELEASE)
	mkdir -p out
	echo '$$ jourdain run model/slider_crank.jd --out out/slider_crank.csv'
	$(JOURDAIN) run model/slider_crank.jd --out out/slider_crank.csv
	echo
	echo '$$ jourdain check model/seven_body.jd'
	$(JOURDAIN) check model/seven_body.jd

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

install:
	tool/setup.sh build
	tool/build.sh gcc all $(RELEASE)
	cmake --install build/gcc --prefix $(PREFIX)

fuzz:
	tool/setup.sh test
	tool/build.sh asan reader_fuzz -DCMAKE_C_COMPILER=clang -DCMAKE_BUILD_TYPE=Debug \
	    -DCMAKE_C_FLAGS_DEBUG="-O1 -g1" -DJD_SANITIZE=ON -DJD_TESTS=ON
	tool/fuzz.sh build/asan/test/reader_fuzz $(SECONDS)

# The messages of test/bad written anew, to be read in the diff.
bad:
	tool/build.sh gcc program $(RELEASE)
	tool/check_bad.sh $(JOURDAIN) --update

format:
	find src test example bench -name '*.c' -exec clang-format -i {} +

clean:
	rm -rf build out
