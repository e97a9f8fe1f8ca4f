/**
 * The HTML of a mail: tables and inline styles, because mail programs remove the rest; no image from elsewhere, so that
 * opening it tells nobody anything.
 */
import { escapeHtml } from './escape.ts'
import type { Words } from './words.ts'

export interface Look {
  /** In CSS form, readable on white and under white. */
  readonly color: string
  readonly logo: { readonly logo: Buffer; readonly kind: string } | null
}

const FONT = "font-family:'Segoe UI',Helvetica,Arial,sans-serif"

export function htmlOf(words: Words, { color, logo }: Look): string {
  const { language, issuer, subject, title, warning, paragraphs, facts, link, footer } = words
  const head = logo
    ? `<img src="cid:logo@sello" alt="${escapeHtml(issuer)}" height="48" style="display:block;height:48px;width:auto;border:0">`
    : `<span style="font-size:20px;font-weight:600;color:${color}">${escapeHtml(issuer)}</span>`
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:0;background:#f3f4f6;${FONT};color:#1f2933">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f3f4f6"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border-top:4px solid ${color}">
<tr><td style="padding:24px 28px 8px">${head}</td></tr>
<tr><td style="padding:8px 28px 0;font-size:22px;font-weight:600;line-height:1.3">${escapeHtml(title)}</td></tr>
${warning === null ? '' : warningRow(warning)}
${paragraphs.map((text) => `<tr><td style="padding:12px 28px 0;font-size:15px;line-height:1.5">${escapeHtml(text)}</td></tr>`).join('')}
<tr><td style="padding:16px 28px 0"><table role="presentation" width="100%" cellpadding="0" cellspacing="0">
${facts.map(factRow).join('')}
</table></td></tr>
${link === null ? '' : `<tr><td style="padding:24px 28px 0"><a href="${escapeHtml(link.url)}" style="display:inline-block;padding:12px 20px;background:${color};color:#ffffff;text-decoration:none;font-size:15px;font-weight:600">${escapeHtml(link.label)}</a></td></tr>`}
<tr><td style="padding:24px 28px;font-size:12px;line-height:1.5;color:#52606d">${escapeHtml(footer)}</td></tr>
</table></td></tr></table></body></html>`
}

const warningRow = (text: string) =>
  `<tr><td style="padding:12px 28px 0"><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td style="padding:10px 14px;background:#fff4d6;border-left:4px solid #b7791f;font-size:14px;line-height:1.4;color:#5f3d06">${escapeHtml(text)}</td></tr></table></td></tr>`

const factRow = ([label, value]: readonly [string, string]) =>
  `<tr><td style="padding:6px 0;border-top:1px solid #e4e7eb;font-size:13px;line-height:1.4"><span style="display:block;color:#52606d">${escapeHtml(label)}</span><span style="display:block;overflow-wrap:anywhere;font-weight:600">${escapeHtml(value)}</span></td></tr>`
