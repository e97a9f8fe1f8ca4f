-- The list of a person's drafts opened all of them: two lines of each now stand by themselves.

alter table drafts add column summary bytea;
comment on column drafts.summary is 'Type, summary and the revision that they are of, sealed under the company''s data key: the list reads nothing else. Null until a draft from before is saved again.';
