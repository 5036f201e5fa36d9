#!/bin/sh
# Stands in for the unit tests where configure found no cmocka.
echo "1..0 # SKIP cmocka is not installed"
