/** The ministry's catalogues as choices of a form; loaded with the pages that have such a form. */
export {
  ACTIVIDADES,
  DEPARTAMENTOS,
  DISTRITOS,
  FORMAS_PAGO,
  INCOTERMS,
  MUNICIPIOS,
  PAISES,
  RECINTOS_FISCALES,
  REGIMENES,
  TIPOS_REGIMEN,
  UNIDADES_MEDIDA,
} from '@sello/fiscal/catalogos'
