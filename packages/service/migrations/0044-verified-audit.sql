-- The first page of the audit log verified its whole chain.

alter table audit_heads
  add column verified_seq bigint,
  add column verified_mac bytea,
  add column verified_tag bytea;
comment on column audit_heads.verified_seq is 'The entry up to which the pages of the log have verified the chain; null: none. They go on from it.';
comment on column audit_heads.verified_mac is 'Of that entry: the next one covers it. Set with verified_seq.';
comment on column audit_heads.verified_tag is 'MAC over both under the chain''s key: a mark that somebody else wrote is ignored. Set with verified_seq.';
