-- A machine of a cluster that is restored alone to an earlier moment would give out its companies' numbers again. Each
-- counts for itself how often it was asked, and the coordinator keeps the last count of each.

create table machine_marks (
  groupid integer     primary key,
  beats   bigint      not null,
  since   timestamptz not null default now(),
  back_to timestamptz
);
comment on table  machine_marks is 'What was last seen of each machine of a cluster, on its coordinator; empty on one PostgreSQL. Deleted when a reconciliation ends, and kept anew.';
comment on column machine_marks.groupid is 'The machine, as in pg_dist_node.';
comment on column machine_marks.beats is 'How often it had advanced its own mark. A machine whose mark is behind this was restored.';
comment on column machine_marks.since is 'When the machine was first asked.';
comment on column machine_marks.back_to is 'The last moment that a restored machine knows, from which a reconciliation looks; null: it was not restored.';
