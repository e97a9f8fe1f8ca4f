import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browserOf } from '../src/paginas/navegador.ts'

test('a session is told by the browser and the machine that people know', () => {
  const mozilla = 'Mozilla/5.0'
  const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
  // biome-ignore format: a table
  const cases: readonly (readonly [string | null, string])[] = [
    [`${mozilla} (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`, 'Edge en Windows'],
    [`${mozilla} (Linux; Android 15; SM-A556E) ${webkit} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`, 'Samsung Internet en Android'],
    [`${mozilla} (Linux; Android 15; Pixel 9) ${webkit} Chrome/140.0.0.0 Mobile Safari/537.36`, 'Chrome en Android'],
    [`${mozilla} (iPhone; CPU iPhone OS 19_0 like Mac OS X) ${webkit} Version/19.0 Mobile/15E148 Safari/604.1`, 'Safari en iPhone'],
    [`${mozilla} (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/19.0 Safari/605.1.15`, 'Safari en Mac'],
    [`${mozilla} (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0`, 'Firefox en Linux'],
    [`${mozilla} (iPad; CPU OS 19_0 like Mac OS X) ${webkit} CriOS/140.0 Mobile/15E148 Safari/604.1`, 'Chrome en iPad'],
    [`${mozilla} (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36 OPR/125.0.0.0`, 'Opera en Windows'],
    [`${mozilla} (X11; Linux x86_64) ${webkit} HeadlessChrome/140.0.0.0 Safari/537.36`, 'Chrome en Linux'],
    [`${mozilla} (iPhone; CPU iPhone OS 19_0 like Mac OS X) ${webkit} FxiOS/140.0 Mobile/15E148 Safari/605.1.15`, 'Firefox en iPhone'],
    [`${mozilla} (iPhone; CPU iPhone OS 19_0 like Mac OS X) ${webkit} EdgiOS/140.0 Mobile/15E148 Safari/605.1.15`, 'Edge en iPhone'],
    [`${mozilla} (Linux; Android 15) ${webkit} Chrome/140.0.0.0 Mobile Safari/537.36 EdgA/140.0.0.0`, 'Edge en Android'],
    ['PostmanRuntime/7.4 (Windows NT 10.0)', 'Otro programa en Windows'],
    [`${mozilla} (PlayStation 5) ${webkit} Version/19.0 Safari/605.1.15`, 'Safari'],
    ['curl/8.5.0', 'Otro programa'],
    [null, 'Otro programa'],
  ]
  for (const [userAgent, said] of cases) assert.equal(browserOf(userAgent), said)
})
