#!/bin/sh
# Run once by the Postgres image, on an empty data folder: for each name in DATABASES a database
# that belongs to a role of that name, and into which no other role is let.
set -eu

for name in $DATABASES; do
  psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --set=name="$name" --set=password=development \
    --username="${POSTGRES_USER:-postgres}" --dbname=postgres <<'SQL'
create role :"name" login password :'password';
create database :"name" owner :"name";
revoke connect on database :"name" from public;
SQL
done
