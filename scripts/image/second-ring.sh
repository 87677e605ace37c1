#!/bin/sh
exec node /app/api/cli.js "$@"
