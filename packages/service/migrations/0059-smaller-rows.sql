-- Documents are written smaller: their bytes deflated with a dictionary of their type (transmission/dictionaries.ts),
-- their totals as a list (documents/totales.ts), their history as texts (documents/historial.ts).
-- The release before cannot read that, so a database that it may still be serving keeps the former way for this
-- release; the migration of the next one changes the default and every row. A new database begins with it.

alter table companies add column row_format smallint not null default 0;
comment on column companies.row_format is 'How its documents are written. 0: bytes deflated alone. 1: with the dictionary of their type, the totals as a list, the history as texts. Every row says itself how it was written, and both are read for ever.';

do $$
begin
  if not exists (select from companies) then
    alter table companies alter column row_format set default 1;
  end if;
end $$;

comment on column documents.payload is 'The signed bytes, deflated and encrypted under the company''s data key. Never re-serialised.';
comment on column documents.totales is 'The summary''s amounts, so that lists decrypt nothing: a list in the order of documents/totales.ts, or of format 0 an object. json, not jsonb: a replay writes the members in the same order.';
comment on column documents.historial is 'Each state with its instant and reason, oldest first: texts, or of format 0 objects. What is appended takes the form of what is there.';
