import { createHash } from 'node:crypto'
import { formatComparison } from '@holdfast/sdk/risk'
import type { DescribedRefusal } from './describeRefusal.js'

/**
 * The guard's own page: the request that adds it to a wallet, and what was refused. It loads nothing from elsewhere, no other page
 * may frame it, and it grants nothing by being opened: that takes a form with the secret of this process.
 */
export function renderPage({ add, restore, refusals, pending, base, secret, notice }: PageFacts): PageAnswer {
  const body = [
    '<h1>Holdfast guard</h1>',
    notice === undefined ? '' : `<p role="status">${escapeHtml(notice)}</p>`,
    pending === undefined ? describeStart(add, restore) : describePending(pending, base, secret),
    '<h2>Refused</h2>',
    refusals.length === 0
      ? '<p>Nothing since the guard was started.</p>'
      : `<table><tr><th>When</th><th>Reasons</th><th>Code</th></tr>${refusals.map((row) => describeRow(row, base)).join('')}</table>`,
  ].join('\n')
  return {
    headers: pageHeaders,
    body: `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Holdfast guard</title><style>${style}</style><body>${body}<script>${script}</script></body></html>`,
  }
}

export type PageFacts = {
  /** Wallet requests that add the guard, and that remove it. */
  add: unknown
  restore: unknown
  /** Newest first. */
  refusals: readonly RefusalRow[]
  /** The refusal that a person may decide about. */
  pending?: DescribedRefusal | undefined
  /** Where the guard is for this person. */
  base: string
  secret: string
  notice?: string | undefined
}

export type PageAnswer = { headers: Readonly<Record<string, string>>; body: string }

/** What is stored of a refusal: no address, no amount, no transaction. */
export type RefusalRow = {
  /** Epoch milliseconds. */
  at: number
  /** Rule codes of the firewall, or the guard's own. */
  codes: readonly string[]
  /** Code of the refusal, while a person can still allow it. */
  code?: string | undefined
}

function describeStart(add: unknown, restore: unknown): string {
  return `<p>A wallet that uses this endpoint has each payment checked against its own payments before it is broadcast.</p>
${describeRequest('add', 'Put it into your wallet', add)}
${describeRequest('restore', 'Take it out again', restore)}
<noscript><p>Without scripts, change the RPC URL in the settings of your wallet.</p></noscript>`
}

function describeRequest(name: string, title: string, request: unknown): string {
  return `<h2>${title}</h2><p data-request="${name}"></p><details><summary>The request</summary><pre id="${name}">${escapeHtml(JSON.stringify(request, null, 2))}</pre></details>`
}

function describeRow({ at, codes, code }: RefusalRow, base: string): string {
  const time = new Date(at).toISOString().replace('T', ' ').slice(0, 19)
  const link =
    code === undefined ? '' : `<a href="${escapeHtml(pathOf(base, `refusal/${code}`))}">${escapeHtml(code)}</a>`
  return `<tr><td><time>${time}</time></td><td>${escapeHtml(codes.join(', '))}</td><td>${link}</td></tr>`
}

function describePending({ code, at, payments }: DescribedRefusal, base: string, secret: string): string {
  return `<h2>Refused: ${escapeHtml(code)}</h2>
${payments.map(describePayment).join('\n')}
<p>If you did not get this address from its owner, do not pay it. Compare the whole address, not its ends.</p>
<form method="post" action="${escapeHtml(pathOf(base, 'allow'))}">
<input type="hidden" name="secret" value="${escapeHtml(secret)}"><input type="hidden" name="code" value="${escapeHtml(code)}"><input type="hidden" name="at" value="${at}">
<label><input type="checkbox" name="compared" value="yes" required> I have compared the addresses and want to pay this one</label>
<button>Allow once, for 15 minutes</button></form>
<p><a href="${escapeHtml(base)}">Back</a></p>`
}

function describePayment({ payer, payee, amount, reasons, resembles }: DescribedRefusal['payments'][number]): string {
  const facts = [
    ['From', payer],
    ['To', payee],
    ['Amount', amount],
  ] as const
  return `<dl>${facts.map(([name, value]) => `<dt>${name}</dt><dd><code>${escapeHtml(value)}</code></dd>`).join('')}</dl>
<ul>${reasons.map(({ code, message }) => `<li>${escapeHtml(code)}: ${escapeHtml(message)}</li>`).join('')}</ul>
${resembles.map((model) => formatComparison(payee, model).toHtml()).join('\n')}`
}

function pathOf(base: string, name: string): string {
  return base === '/' ? `/${name}` : `${base}/${name}`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

const style =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem}pre,code{font:14px/1.5 ui-monospace,monospace;overflow-wrap:anywhere;white-space:pre-wrap}td,th{text-align:left;padding:.2rem 1rem .2rem 0}mark{background:#ffd4d4;font-weight:bold}button{font:inherit;padding:.4rem 1rem}dd{margin:0 0 .5rem}label{display:block;margin:1rem 0}'

/** One button for each wallet that announces itself (EIP-6963), or for the one that the page finds. */
const script = `(()=>{const seen=new Set()
const add=(name,provider)=>{if(seen.has(provider))return;seen.add(provider)
for(const box of document.querySelectorAll('[data-request]')){const id=box.dataset.request,button=document.createElement('button')
const request=JSON.parse(document.getElementById(id).textContent);button.textContent=name
button.onclick=()=>provider.request(request).then(()=>{button.textContent=name+': done'},e=>{button.textContent=name+': '+(e&&e.message||'refused')});box.append(button,' ')}}
addEventListener('eip6963:announceProvider',({detail})=>add(detail.info.name,detail.provider));dispatchEvent(new Event('eip6963:requestProvider'))
setTimeout(()=>{if(seen.size===0&&window.ethereum)add('Your wallet',window.ethereum)},500)})()`

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const pageHeaders: Readonly<Record<string, string>> = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `default-src 'none'; script-src ${hash(script)}; style-src ${hash(style)}; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
}
