// Names of Boolean programs that are made of integer programs.

/** The path of the Boolean program of an integer program. */
export function abstractionName(path: string): string {
  return `${path.replace(/\.ip$/, "")}.bp`;
}
