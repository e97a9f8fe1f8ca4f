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

test('the page of a mail says all of its words', () => {
  const words: Words = {
    language: 'en',
    issuer: 'the issuer',
    subject: 'the subject',
    title: 'the title',
    paragraphs: ['the first sentence', 'the second sentence'],
    facts: [['the label', 'the value']],
    link: { url: 'https://example.com/page', label: 'the link' },
    footer: 'the footer',
    warning: 'the warning',
  }
  const html = htmlOf(words, { color: '#123456', logo: null })
  const said = html
    .replace(/<[^>]*>/g, '\n')
    .split('\n')
    .filter((line) => line !== '')
  assert.deepEqual(said, [
    ...['the subject', 'the issuer', 'the title', 'the warning'],
    ...['the first sentence', 'the second sentence', 'the label', 'the value'],
    ...['the link', 'the footer'],
  ])
  assert.match(html, /<html lang="en">/)
  assert.match(html, /<body style="[^"]*font-family:'Segoe UI',Helvetica,Arial,sans-serif/)
  assert.match(html, /href="https:\/\/example\.com\/page"/)
  const plain = htmlOf({ ...words, warning: null, link: null }, { color: '#123456', logo: null })
  assert.doesNotMatch(plain, /the warning|the link|href/)
})
