import { expect, test } from 'vitest'
import type { CapturedMail, OpenedMail } from '@/api/captured-mails'
import { neighbours, partsOf, readable, senderOf, waysOut } from './model'

const mail = (mailId: string): CapturedMail => ({ mailId, capturedAt: '2026-11-17T09:00:00Z', from: '', to: '', subject: '', bytes: 1 })

test('older mails stand behind, newer ones before', () => {
  const mails = ['c', 'b', 'a'].map(mail)
  expect(neighbours(mails, 'b')).toEqual({ newer: 'c', older: 'a' })
  expect(neighbours(mails, 'c')).toEqual({ older: 'b' })
  expect(neighbours(mails, 'x')).toEqual({})
})

test.each([
  ['Ada Lovelace <ada@example.com>', 'Ada Lovelace', 'ada@example.com'],
  ['ada@example.com', 'ada@example.com', 'ada@example.com'],
  ['<ada@example.com>', 'ada@example.com', 'ada@example.com'],
  ['', '', ''],
])('the sender %j is %j at %j', (from, name, address) => {
  expect(senderOf(from)).toEqual({ name, address })
})

test('a mail without HTML is read as text, and a notice has no source', () => {
  const opened = { ...mail('a'), html: '', text: 'Hi', headers: [], links: [], attachments: [], returnPath: '', isCut: false } satisfies OpenedMail
  expect(partsOf(opened, true)).toEqual(['text', 'headers', 'links', 'source'])
  expect(partsOf({ ...opened, html: '<p>Hi</p>' }, false)).toEqual(['html', 'text', 'headers', 'links'])
})

test('only what leads somewhere is a link', () => {
  expect(waysOut(['#', 'https://example.com', 'javascript:alert(1)', 'mailto:ada@example.com', ''])).toEqual(['https://example.com', 'mailto:ada@example.com'])
})

test('links open beside the page, and the mail stays in its standards mode', () => {
  const page = new DOMParser().parseFromString(readable('<!doctype html><html><body><a href="https://example.com">x</a></body></html>'), 'text/html')
  expect(page.querySelector('base')?.getAttribute('target')).toBe('_blank')
  expect(readable('<!doctype html>')).toMatch(/^<!doctype html>/)
})
