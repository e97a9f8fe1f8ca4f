-- A page's address begins with its company, so that on a cluster a visit asks the machine of its company alone.

comment on column pages.token_hash is 'SHA-256 of the token, by which a visit finds its document. The token has at least 128 random bits, so it needs no pepper.';
