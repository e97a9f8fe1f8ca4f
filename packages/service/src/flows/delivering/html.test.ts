import assert from 'node:assert/strict'
import { test } from 'node:test'
import { htmlOf } from './html.ts'
import type { Words } from './words.ts'

const EVIL = `"><i onload='x'>&`

test('no text of a mail becomes a part of its page, wherever it stands', () => {
  const words: Words = {
    language: 'es',
    issuer: EVIL,
    subject: EVIL,
    title: EVIL,
    paragraphs: [EVIL, EVIL],
    facts: [[EVIL, EVIL]],
    link: { url: `https://example.com/${EVIL}`, label: EVIL },
    footer: EVIL,
    warning: EVIL,
  }
  const logo = { logo: Buffer.from('x'), kind: 'image/png' }
  for (const look of [
    { color: '#000000', logo: null },
    { color: '#000000', logo },
  ]) {
    const html = htmlOf(words, look)
    assert.doesNotMatch(html, /<i /)
    // Each stands there once: the issuer beside or in place of the logo, eleven in all.
    assert.equal(html.split('&#34;&#62;&#60;i onload=&#39;x&#39;&#62;&#38;').length - 1, 11)
  }
})
