/** The ministry's catalogues as choices of a form; loaded with the pages that have one. */
export {
  ACTIVIDADES,
  DEPARTAMENTOS,
  DISTRITOS,
  FORMAS_PAGO,
  INCOTERMS,
  MODOS_TRANSPORTE,
  MUNICIPIOS,
  PAISES,
  RECINTOS_FISCALES,
  REGIMENES,
  TIPOS_DONACION,
  TIPOS_ESTABLECIMIENTO,
  TIPOS_REGIMEN,
  TIPOS_SERVICIO_MEDICO,
  UNIDADES_MEDIDA,
} from '@sello/fiscal/catalogos'
