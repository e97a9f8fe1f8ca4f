-- A new secret of codes takes the place of the old one when its first code was right.

alter table people add column totp_pending bytea;
comment on column people.totp_pending is 'A new secret, sealed under the master key, until its first code was right; the one in force stays meanwhile.';
update people set totp_pending = totp_secret, totp_secret = null where not totp_active;
comment on column people.totp_active is 'Whether there is a secret in force.';
