create index concurrently documents_of_period on documents (company_id, ambiente, fec_emi, position)
  where position >= 0;
comment on index documents_of_period is 'A company''s documents by day: the newest of a search, the days of a sum, a month''s books. Every position is in it; the condition keeps it from queries that do not state it. The wire''s list is one: in this index it reads the whole company for each type and state without documents.';
drop index documents_by_day;
