;;; eglot.el --- A short session with editors/emacs/boolprog-mode.el -*- lexical-binding: t; -*-

;; The server is $BOOLPROG.  Prints `ok' at the end; an error ends Emacs with an exit code.

;; `emacs -Q' hides what Debian installs beside Emacs.
(require 'package)
(add-to-list 'package-directory-list "/usr/share/emacs/site-lisp/elpa")
(package-initialize)
(add-to-list 'load-path (getenv "BOOLPROG_EMACS"))
(require 'boolprog-mode)

(defun within (seconds what)
  "Wait until WHAT returns something, but no longer than SECONDS; return it."
  (let ((end (time-add nil seconds)) found)
    (while (and (not (setq found (funcall what))) (time-less-p nil end))
      (accept-process-output nil 0.05))
    found))

(defun texts () "What Flymake shows." (mapcar #'flymake-diagnostic-text (flymake-diagnostics)))

(defun violation ()
  "The message of the violation, if it is shown."
  (seq-find (lambda (text) (string-match-p "Assertion violated" text)) (texts)))

(setq eglot-sync-connect 20
      eglot-autoshutdown nil
      eglot-server-programs `((boolprog-mode . (,(getenv "BOOLPROG") "lsp"))
                              (boolprog-integer-mode . (,(getenv "BOOLPROG") "lsp"))))
(find-file (getenv "BOOLPROG_FILE"))
(unless (eq major-mode 'boolprog-mode) (error "The mode is %s" major-mode))
(apply #'eglot (eglot--guess-contact))
(unless (within 20 #'violation) (error "No violation among: %S" (texts)))
(message "violation: %s" (violation))
(goto-char (point-min))
(search-forward "assert")
(let* ((server (eglot--current-server-or-lose))
       (place (eglot--TextDocumentPositionParams))
       (hover (lambda ()
                (let ((answer (jsonrpc-request server :textDocument/hover place)))
                  (plist-get (plist-get answer :contents) :value)))))
  ;; The violation is told as soon as it is found, while the check goes on.
  (unless (within 20 (lambda () (string-match-p "thread states" (funcall hover))))
    (error "The hover is: %s" (funcall hover)))
  ;; The assertion goes, and with it the violation.
  (delete-region (line-beginning-position) (line-end-position))
  (eglot--signal-textDocument/didChange)
  (unless (within 20 (lambda () (not (violation)))) (error "The violation stays"))
  (set-buffer-modified-p nil)
  ;; An integer program has the server's name for its language.
  (find-file (getenv "BOOLPROG_INTEGER_FILE"))
  (unless (eq major-mode 'boolprog-integer-mode) (error "The mode is %s" major-mode))
  (apply #'eglot (eglot--guess-contact))
  (unless (within 20 (lambda () (seq-find (lambda (text) (string-match-p "Invariant `fits` violated" text)) (texts))))
    (error "No violation among: %S" (texts)))
  (eglot-shutdown (eglot--current-server-or-lose))
  (eglot-shutdown server))
(message "ok")
(set-buffer-modified-p nil)
;;; eglot.el ends here
