-- The warning of a refused password says since when: an operator reads from it what was issued meanwhile.

alter table ministry_accounts add column refused_since timestamptz;
comment on column ministry_accounts.refused_since is 'The first refused login since the last one that was taken, or since the password was stored. Null: none was refused, or it was before this was written down.';
