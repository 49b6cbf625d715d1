// Leaves in dist only what the binary embeds: each file as .br and .gz. Pictures and fonts, which are compressed already, stay.
import { readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const COMPRESSED_ALREADY = /\.(woff2|png|webp)$/
for (const entry of await readdir('dist', { recursive: true, withFileTypes: true })) {
  const path = `${entry.parentPath}/${entry.name}`
  if (!entry.isFile() || COMPRESSED_ALREADY.test(path) || path.includes('.vite/')) continue
  const bytes = await readFile(path)
  await writeFile(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
  await writeFile(`${path}.gz`, gzipSync(bytes, { level: 9 }))
  await rm(path)
}
