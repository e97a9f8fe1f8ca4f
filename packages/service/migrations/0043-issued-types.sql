-- A company goes to production with a sealed test document of each type that it issues, which is seldom all of them.

alter table companies add column tipos_dte text[] not null default '{}';
comment on column companies.tipos_dte is 'CAT-002 codes of the document types that the company says it issues: production takes no other, and certification proves these (ADR 0099). Empty: not said yet.';

-- A company that is in production today could issue every type, and goes on.
update companies set tipos_dte = '{01,03,05,06,11,14}' where production_since is not null;
