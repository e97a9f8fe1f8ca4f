-- The words of customers and products, for searching by their beginnings. A job fills them in for the rows that
-- are there, and for those that a process of the last release writes meanwhile.

alter table api_keys validate constraint api_keys_scopes;

alter table customers add column searched text;
comment on column customers.searched is 'The text whose words are in search_words; null or another than now: a job brings them up to date.';
alter table products add column searched text;
comment on column products.searched is 'The text whose words are in search_words; null or another than now: a job brings them up to date.';

create table search_words (
  company_id uuid not null references companies,
  kind       text not null check (kind in ('customer', 'product')),
  word       text collate "C" not null,
  position   bigint not null,
  primary key (company_id, kind, word, position)
);
comment on table  search_words is 'The words of customers and products. Its key is the only index: a search is one range of it for each word, whatever the statistics say.';
comment on column search_words.company_id is 'Owner.';
comment on column search_words.kind is 'customer or product.';
comment on column search_words.word is 'Lower case, without accents and signs; ordered by its bytes, so that a beginning is a range.';
comment on column search_words.position is 'Of the customer or product: pages go by it.';
