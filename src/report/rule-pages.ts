// Where the pages of the rule codes are, one file per code.

export const rulePages = 'https://github.com/heddle/heddle/blob/main/docs/rules';
