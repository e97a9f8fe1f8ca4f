-- The console's lists, their sums and a month's books go by day over every type and state, rejected ones too: over
-- 100,000 documents of a company they read all of them, because documents_list has a range for each type and state.

create index documents_by_day on documents (company_id, ambiente, fec_emi, position);
comment on index documents_by_day is 'A company''s documents by day: the newest of a search, the days of a sum, a month''s books.';
