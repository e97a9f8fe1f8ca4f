-- Vouchers are compared in one spelling of their series (packages/fiscal, comprobantes.ts). A digit stands for the number
-- that follows the series, so that a hyphen before it stays where another digit precedes it.

update reported_vouchers v set serie = n.serie
  from (select company_id, evento, linea,
               left(regexp_replace(regexp_replace(regexp_replace(
                 upper(normalize(serie, nfkc)) || '0',
                 '[^[:alnum:]]+', '-', 'g'), '(^|[^0-9])-', '\1', 'g'), '-([^0-9])', '\1', 'g'), -1) as serie
          from reported_vouchers) n
 where n.company_id = v.company_id and n.evento = v.evento and n.linea = v.linea and n.serie <> v.serie;

comment on column reported_vouchers.serie is 'What stands before the digits at the end of a voucher''s number, in one spelling.';
