-- All attempts of one sale are found from any of them, whatever became of those between.

create index documents_sustituyen on documents (company_id, sustituye) where sustituye is not null;
comment on index documents_sustituyen is 'Finds what was issued in the place of an attempt, in any state: the sales with two seals, for the warnings of the status.';
