;;; boolprog-mode.el --- Boolean programs and integer programs -*- lexical-binding: t; -*-

;; Package-Requires: ((emacs "26.3") (eglot "1.9"))

;;; Commentary:

;; Colours for Boolean and integer programs, and the language server through Eglot (which is part of Emacs 29).  Put this file on
;; the `load-path', `boolprog' on the PATH, and into the init file:
;;
;;   (require 'boolprog-mode)
;;   (add-hook 'boolprog-mode-hook #'eglot-ensure)
;;   (add-hook 'boolprog-integer-mode-hook #'eglot-ensure)

;;; Code:

(require 'eglot)

(defconst boolprog-mode-keywords
  '("abortif" "assert" "assume" "atomic_begin" "atomic_end" "begin" "bool" "broadcast" "constrain" "dead" "decl" "dfs" "do"
    "elif" "else" "elsif" "end" "end_thread" "enforce" "fi" "goto" "if" "od" "print" "return" "schoose" "signal" "skip"
    "start_thread" "sync" "then" "thread_local" "void" "wait" "while")
  "The words of the language.")

(defconst boolprog-integer-mode-keywords
  '("at" "bool" "const" "count" "decl" "do" "error" "init" "input" "int" "invariant" "loc" "predicate" "process" "when")
  "The words of the language of integer programs.")

(defvar boolprog-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?_ "_" table)
    (modify-syntax-entry ?$ "_" table)
    (modify-syntax-entry ?' "'" table)
    (modify-syntax-entry ?/ ". 124b" table)
    (modify-syntax-entry ?* ". 23" table)
    (modify-syntax-entry ?\n "> b" table)
    table)
  "Comments are those of C++.")

;;;###autoload
(define-derived-mode boolprog-mode prog-mode "Boolprog"
  "Major mode for Boolean programs."
  (setq-local comment-start "// ")
  (setq-local comment-end "")
  (setq-local font-lock-defaults
              `(((,(regexp-opt boolprog-mode-keywords 'symbols) . font-lock-keyword-face)
                 (,(regexp-opt '("T" "F" "0" "1") 'symbols) . font-lock-constant-face)
                 ("^[ \t]*\\([A-Za-z0-9_]+\\):[^=]" 1 font-lock-type-face)))))

;; Eglot tells the server the name of the mode as that of the language.
;;;###autoload
(define-derived-mode boolprog-integer-mode prog-mode "Intprog"
  "Major mode for integer programs."
  :syntax-table boolprog-mode-syntax-table
  (setq-local comment-start "// ")
  (setq-local comment-end "")
  (setq-local font-lock-defaults
              `(((,(regexp-opt boolprog-integer-mode-keywords 'symbols) . font-lock-keyword-face)
                 (,(regexp-opt '("true" "false") 'symbols) . font-lock-constant-face)
                 ("\\_<process[ \t]+\\([A-Za-z_$][A-Za-z0-9_$#]*\\)" 1 font-lock-type-face)))))

;; Android has build files of the same name.
;;;###autoload
(add-to-list 'auto-mode-alist '("\\.bp\\'" . boolprog-mode))
;;;###autoload
(add-to-list 'auto-mode-alist '("/Android\\.bp\\'" . fundamental-mode))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.ip\\'" . boolprog-integer-mode))

;; Each mode has a server of its own: older versions of Eglot know one language per server.
(add-to-list 'eglot-server-programs '((boolprog-mode) . ("boolprog" "lsp")))
(add-to-list 'eglot-server-programs '((boolprog-integer-mode) . ("boolprog" "lsp")))

(provide 'boolprog-mode)
;;; boolprog-mode.el ends here
