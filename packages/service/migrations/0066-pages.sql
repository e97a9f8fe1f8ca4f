-- The page of a document for whoever has its address (docs/wire.md#pagina).

-- small: one row for each company
alter table companies add column pagina boolean not null default true;
comment on column companies.pagina is 'Whether the pages of its documents are served, and mail links to them.';

create table pages (
  company_id        uuid not null,
  codigo_generacion uuid not null,
  ambiente          text not null,
  token_hash        bytea not null,
  token             bytea not null,
  created_at        timestamptz not null,
  primary key (company_id, codigo_generacion)
);
create unique index pages_token on pages (token_hash);
comment on table  pages is 'The secret address of a document''s page, from its first mail on. Revoking it deletes the row; the next mail makes another address.';
comment on column pages.company_id is 'Owner.';
comment on column pages.codigo_generacion is 'The document.';
comment on column pages.ambiente is 'CAT-001, of the document.';
comment on column pages.token_hash is 'SHA-256 of the token, by which a visit finds its document. The token has 192 random bits, so it needs no pepper.';
comment on column pages.token is 'Encrypted under the company''s data key, for the next mail about the document.';
comment on column pages.created_at is 'When the first mail was written.';
comment on index pages_token is 'A visit has nothing but its token.';
