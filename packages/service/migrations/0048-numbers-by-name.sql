create unique index concurrently documents_number on documents (company_id, ambiente, year, numero_control)
  where estado <> 'liberado' and numero_control is not null;

-- Of a table that PostgreSQL knows nothing of, because it was empty when a plan was made or nobody analysed it, every
-- index that begins with the company looks like one row: the planner took any, and read all rows of a company for one.
-- "is not null" follows from a condition on that column and from nothing else, so that only a statement which names
-- the column can use the index. The migrations up to 0055 do the same for other indexes (docs/adr/0108).
drop index documents_numero_control;
alter index documents_number rename to documents_numero_control;
