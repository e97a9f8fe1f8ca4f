-- A company that may receive donations states its resolution in each comprobante de donación (15).

alter table companies add column resolucion_donaciones jsonb;
comment on column companies.resolucion_donaciones is 'descDocumento and detalleDocumento of the resolution that qualifies it to receive donations, as an operator states them; null: none. Printed in its comprobantes de donación (15).';
