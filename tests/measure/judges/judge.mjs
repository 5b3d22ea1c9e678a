// Has the strict transform of OpenAI's npm SDK judge converted strict tools, given as JSON lines.
// It throws for what strict mode does not take, and would fill in what is missing; nothing may be.
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { isDeepStrictEqual } from 'node:util';
import { toStrictJsonSchema } from 'openai/lib/transform';

let failures = 0;
let accepted = 0;

const bad = { type: 'object', properties: { a: { type: 'string', not: { const: 'x' } } } };
try {
  toStrictJsonSchema(structuredClone(bad));
  console.log('npm openai: the judge accepts a bad schema');
  failures += 1;
} catch {}

for await (const line of createInterface({ input: createReadStream(process.argv[2]) })) {
  const record = JSON.parse(line);
  if (!record.strict || !record.to.startsWith('openai')) continue;
  const schema = record.to.includes('responses') ? record.wire.parameters : record.wire.function.parameters;
  try {
    const transformed = toStrictJsonSchema(structuredClone(schema));
    if (!isDeepStrictEqual(transformed, schema)) {
      throw new Error(`the SDK would change the schema\n${JSON.stringify(schema)}\n${JSON.stringify(transformed)}`);
    }
    accepted += 1;
  } catch (error) {
    failures += 1;
    if (failures <= 20) console.log(`refused: ${record.file} ${record.tool} to ${record.to}: ${error.message}`.slice(0, 1500));
  }
}
console.log(`npm openai: ${accepted} strict schemas accepted`);
process.exit(failures || !accepted ? 1 : 0);
