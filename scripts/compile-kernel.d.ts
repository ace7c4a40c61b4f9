type Kernel = 'bdd' | 'typing';
export function compileKernel(
  name: Kernel,
  options?: {
    readonly edit?: (text: string, file: string) => string;
    readonly optimized?: boolean;
  },
): Promise<Uint8Array>;
export function kernelModule(name: Kernel, bytes: Uint8Array): string;
export function keptKernel(name: Kernel): string;
