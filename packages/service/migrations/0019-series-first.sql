-- Series that another program began, and why the ministry refused a login.

alter table series add column first bigint not null default 1 check (first >= 1);
comment on column series.first is 'The lowest number that it hands out: those below were spent by another program, or are not to be used. Numbers that come back below it are not handed out again.';
alter table series drop constraint series_last_check;
alter table series add constraint series_last_check check (last between 0 and 999999999999999);
comment on column series.last is 'The number that was handed out last, or the one before the first while there is none: 15 digits at most.';

alter table ministry_accounts add column refused_why text check (refused_why in ('refused', 'expired'));
comment on column ministry_accounts.refused_why is 'Why the last login was refused: credentials that the ministry does not take, or a password that expired (its code 103). Null: the last login was taken, or there was none.';
