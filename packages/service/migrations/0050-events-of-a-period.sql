create index concurrently events_by_day on events (company_id, ambiente, fec_emi, codigo_generacion)
  where kind = 'retorno' and fec_emi is not null;

drop index events_of_period;
alter index events_by_day rename to events_of_period;
comment on index events_of_period is 'A company''s return events by day, for a month''s books.';
