-- For migrations that add a table, on one PostgreSQL and on a cluster (docs/scale.md): right after its `create table` and before its
-- foreign keys, as a cluster takes no key between a table with a place and one without.

create function place_by_company(new_table regclass) returns void language plpgsql as $$
begin
  if to_regclass('pg_dist_partition') is null then return; end if;
  if exists (select from pg_dist_partition where logicalrelid = 'companies'::regclass) then
    perform create_distributed_table(new_table, 'company_id', colocate_with => 'companies');
  end if;
end $$;
comment on function place_by_company is 'Puts the rows of a new table beside those of their company. Does nothing where companies are on one PostgreSQL.';

create function place_on_each_machine(new_table regclass) returns void language plpgsql as $$
begin
  if to_regclass('pg_dist_partition') is null then return; end if;
  if exists (select from pg_dist_partition where logicalrelid = 'companies'::regclass) then
    perform create_reference_table(new_table);
  end if;
end $$;
comment on function place_on_each_machine is 'Puts a new table on every machine. Does nothing where companies are on one PostgreSQL.';
