/** The site's looks and words. Its contents are `src/sidebar.ts`. */
import { type DefaultTheme, defineConfig } from 'vitepress'
import llmstxt from 'vitepress-plugin-llms'
import { ENGLISH, type Section, SPANISH } from '../src/sidebar.ts'

const items = (sections: readonly Section[]): DefaultTheme.SidebarItem[] =>
  sections.map(({ title, pages }) => ({
    text: title,
    items: pages.map(([link, text]) => ({ link, text })),
  }))

const SEARCH: Partial<DefaultTheme.LocalSearchOptions['translations']> = {
  button: { buttonText: 'Buscar', buttonAriaLabel: 'Buscar' },
  modal: {
    displayDetails: 'Mostrar el texto',
    resetButtonTitle: 'Borrar la búsqueda',
    backButtonTitle: 'Cerrar la búsqueda',
    noResultsText: 'Nada se encontró de',
    footer: {
      selectText: 'abrir',
      selectKeyAriaLabel: 'Entrar',
      navigateText: 'moverse',
      navigateUpKeyAriaLabel: 'flecha arriba',
      navigateDownKeyAriaLabel: 'flecha abajo',
      closeText: 'cerrar',
      closeKeyAriaLabel: 'Escape',
    },
  },
}

const ES: DefaultTheme.Config = {
  nav: [
    { text: 'Empezar', link: '/empezar' },
    { text: 'Guías', link: '/guias/caja', activeMatch: '/guias/' },
    { text: 'Operar', link: '/operar/instalar', activeMatch: '/operar/' },
    { text: 'Referencia', link: '/referencia/protocolo', activeMatch: '/referencia/' },
  ],
  sidebar: items(SPANISH),
  outline: { label: 'En esta página', level: [2, 3] },
  docFooter: { prev: 'Anterior', next: 'Siguiente' },
  sidebarMenuLabel: 'Contenido',
  returnToTopLabel: 'Subir',
  langMenuLabel: 'Cambiar de idioma',
  skipToContentLabel: 'Ir al contenido',
  darkModeSwitchLabel: 'Apariencia',
  darkModeSwitchTitle: 'Cambiar al tema oscuro',
  lightModeSwitchTitle: 'Cambiar al tema claro',
  notFound: {
    title: 'No hay nada aquí',
    quote: 'La página que busca no existe, o cambió de lugar.',
    linkLabel: 'Ir al inicio',
    linkText: 'Inicio',
  },
}

const EN: DefaultTheme.Config = {
  nav: [{ text: 'Quickstart', link: '/en/quickstart' }],
  sidebar: items(ENGLISH),
  outline: { level: [2, 3] },
}

// biome-ignore lint/style/noDefaultExport: VitePress reads its configuration from the default export.
export default defineConfig({
  title: 'Sello',
  srcDir: 'dist/pages',
  outDir: 'dist/web',
  cacheDir: 'dist/cache',
  description: 'Emite documentos tributarios electrónicos (DTE) en El Salvador.',
  locales: {
    root: { label: 'Español', lang: 'es-SV', themeConfig: ES },
    en: { label: 'English', lang: 'en', link: '/en/quickstart', themeConfig: EN },
  },
  markdown: {
    html: false,
    codeCopyButtonTitle: 'Copiar',
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  themeConfig: {
    i18nRouting: false,
    search: {
      provider: 'local',
      options: {
        locales: { root: { translations: SEARCH } },
        // With and without accents alike.
        miniSearch: {
          options: {
            processTerm: (term) =>
              term
                .normalize('NFD')
                .replace(/[\u0300-\u036f]/g, '')
                .toLowerCase(),
          },
        },
      },
    },
  },
  // Typed by the console's newer Vite; the plugin uses nothing in which the two differ.
  vite: { plugins: [llmstxt({ injectLLMHint: false }) as never] },
})
