// Leaves of scripts and styles only what the binary embeds: each as .br and .gz. Fonts are compressed already, and the few small
// files beside them stay readable for whoever asks without a browser.
import { readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const COMPRESSED_ALREADY = /\.(woff2|png|webp)$/
for (const entry of await readdir('dist/assets', { recursive: true, withFileTypes: true })) {
  const path = `${entry.parentPath}/${entry.name}`
  if (!entry.isFile() || COMPRESSED_ALREADY.test(path)) continue
  const bytes = await readFile(path)
  await writeFile(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
  await writeFile(`${path}.gz`, gzipSync(bytes, { level: 9 }))
  await rm(path)
}
