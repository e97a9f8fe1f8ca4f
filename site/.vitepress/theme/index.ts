/** VitePress' own theme in the console's colours, with text that has the contrast of WCAG 2.2. */
import DefaultTheme from 'vitepress/theme'
import './style.css'

// biome-ignore lint/style/noDefaultExport: VitePress reads its theme from the default export.
export default DefaultTheme
