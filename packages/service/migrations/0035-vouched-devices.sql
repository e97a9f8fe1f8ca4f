-- The first second factor of a person is set up in a browser that came by more than a password.

alter table devices add column vouched boolean not null default false;
comment on column devices.vouched is 'Whether a sign-in there was confirmed by more than the password: a link, an invitation, a passkey, a code.';
