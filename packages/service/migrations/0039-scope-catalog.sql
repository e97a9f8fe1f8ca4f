-- A key may be limited to writing customers and products.

alter table api_keys
  drop constraint api_keys_scopes_check,
  add constraint api_keys_scopes
    check (scopes <@ array['issue', 'query', 'download', 'catalog']) not valid;
comment on column api_keys.scopes is 'What the key may do (docs/wire.md#keys): chosen when it is minted, not editable. issue includes catalog.';
