#!/bin/bash
# Printed from deploy/stores/description.json by `npm run stores`. Do not edit.
# Generated from official installation evidence: the image runs as 10001:10001 (deploy/Dockerfile).
set -e
chown 10001:10001 data
chmod 700 data
