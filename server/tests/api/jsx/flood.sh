#!/bin/sh
while :; do echo "html html html html html html html html html html html html html html html html html html"; done
