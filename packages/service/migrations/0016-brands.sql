-- How a company's printed copies look.

create table company_brands (
  company_id uuid        not null references companies,
  since      timestamptz not null,
  nit        text        not null,
  logo       bytea,
  accent     text,
  primary key (company_id, since)
);
create index company_brands_nit on company_brands (nit, since);
comment on table  company_brands is 'Looks of the printed copy, one after the other. A row is never changed: a copy is drawn again with the look that it had first.';
comment on column company_brands.company_id is 'Whose copies.';
comment on column company_brands.since is 'Documents generated from then on have this look. A minute ahead when it is written, so that every process knows of it in time.';
comment on column company_brands.nit is 'The issuer in the documents that have it: a copy is drawn from the signed document alone.';
comment on column company_brands.logo is 'The file as it was given, PNG, JPEG or SVG; null without a logo.';
comment on column company_brands.accent is 'The colour as it was given, #rrggbb; null for the usual one. Printing darkens one that does not read on white.';
