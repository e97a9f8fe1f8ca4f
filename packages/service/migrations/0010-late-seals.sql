-- A rejection that follows a sending without an answer is in doubt: the ministry may seal that sending later.

alter table documents
  add column dudoso    boolean not null default false,
  add column sustituye uuid;
comment on column documents.dudoso is 'It was rejected, and an earlier sending of its bytes had no answer: the ministry may have sealed that one. It is asked about for a day, and its code and number are never reused. Stays true where the seal turned up.';
comment on column documents.sustituye is 'The doubtful attempt of the same sale in whose place this one was issued, under a code and a number of its own. Null: none.';

create unique index documents_sustituye on documents (company_id, sustituye)
  where sustituye is not null and estado in ('reservado', 'firmado', 'contingencia', 'sellado');
comment on index documents_sustituye is 'One sale never has two living documents in the place of the same attempt: the index decides.';
create index documents_dudosos on documents (company_id, ambiente, created_at) where dudoso;
comment on index documents_dudosos is 'Finds the seals that came after a rejection, for the warnings of the status.';

-- What was rejected before this was known. The young ones are asked about again.
update documents set dudoso = true
 where estado = 'rechazado' and (attempts > 0 or historial @> '[{"estado": "contingencia"}]');
update documents set lease_until = now()
 where estado = 'rechazado' and dudoso and created_at > now() - interval '1 day';
