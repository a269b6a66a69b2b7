/** The function that assembles answers, as a module without imports; written by `npm run build`. */
export const ASSEMBLY_MODULE = new URL('../dist/assembly.mjs', import.meta.url);
