create unique index concurrently events_one_successor on events (company_id, reemplazo)
  where kind = 'invalidacion' and estado in ('firmado', 'sellado') and reemplazo is not null;

drop index events_one_replaced;
alter index events_one_successor rename to events_one_replaced;
comment on index events_one_replaced is 'A document replaces one other at the most.';
