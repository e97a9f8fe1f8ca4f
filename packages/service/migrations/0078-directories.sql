-- What is looked up or unique over all companies, in tables of its own: on a cluster each machine has all of them, and
-- the companies are on different machines (docs/scale.md).

create table key_companies (
  key_id     text primary key,
  company_id uuid not null
);
comment on table  key_companies is 'Of which company a key is. Rows are written with the key, and never changed.';
comment on column key_companies.key_id is 'The public part of the key.';
comment on column key_companies.company_id is 'Its company.';

create table company_nits (
  nit        text primary key,
  company_id uuid not null
);
comment on table  company_nits is 'Which company has a NIT: no two have one. Rows are written with the company, and never changed.';
comment on column company_nits.nit is 'As in companies.';
comment on column company_nits.company_id is 'The company.';

-- The release before makes companies and keys without these rows while it is still running; the next release drops both.
create function add_key_company() returns trigger language plpgsql as $$
begin
  insert into key_companies (key_id, company_id) values (new.key_id, new.company_id) on conflict do nothing;
  return null;
end $$;
create trigger add_key_company after insert on api_keys for each row execute function add_key_company();

create function add_company_nit() returns trigger language plpgsql as $$
begin
  insert into company_nits (nit, company_id) values (new.nit, new.company_id) on conflict do nothing;
  return null;
end $$;
create trigger add_company_nit after insert on companies for each row execute function add_company_nit();

insert into key_companies select key_id, company_id from api_keys;
insert into company_nits select nit, company_id from companies;
