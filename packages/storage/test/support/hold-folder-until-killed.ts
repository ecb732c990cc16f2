import { holdFolder } from '../../src/index.ts';

holdFolder(process.argv[2] ?? '', 'notebook');
console.log('held');
setInterval(() => {}, 1_000);
