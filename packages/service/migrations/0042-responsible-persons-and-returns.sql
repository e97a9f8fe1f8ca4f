-- A month's books subtract its return events, which only the list of a document had an index for.

create index concurrently events_of_period on events (company_id, ambiente, fec_emi, codigo_generacion)
  where kind = 'retorno';
comment on index events_of_period is 'A company''s return events by day, for a month''s books.';

-- A contingency event names the person who answers for it. Nobody is asked during an outage, so the company states the
-- person in advance.

alter table companies
  add column responsable_nombre         text,
  add column responsable_tipo_documento text,
  add column responsable_num_documento  text;
comment on column companies.responsable_nombre is 'Who answers for the company''s contingency events; null: not stated, and its events name the company itself.';
comment on column companies.responsable_tipo_documento is 'CAT-022; set with the name.';
comment on column companies.responsable_num_documento is 'Without hyphens if it is a NIT or a DUI; set with the name.';
