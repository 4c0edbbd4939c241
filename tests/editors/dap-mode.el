;;; dap-mode.el --- A short replay with editors/emacs/boolprog-dap.el -*- lexical-binding: t; -*-

;; The debug adapter is $BOOLPROG.  Prints `ok' at the end; an error ends Emacs with an exit code.

;; `emacs -Q' hides what Debian installs beside Emacs.
(require 'package)
(add-to-list 'package-directory-list "/usr/share/emacs/site-lisp/elpa")
(package-initialize)
(add-to-list 'load-path (getenv "BOOLPROG_EMACS"))
(require 'boolprog-mode)
(require 'boolprog-dap)

(setq boolprog-dap-command (list (getenv "BOOLPROG") "dap")
      lsp-session-file (expand-file-name "lsp-session")
      dap-breakpoints-file (expand-file-name "dap-breakpoints")
      dap-output-buffer-filter '("console")
      dap-auto-show-output nil)
(dap-mode 1)

(defun within (seconds what)
  "Wait until WHAT returns something, but no longer than SECONDS; return it."
  (let ((end (time-add nil seconds)) found)
    (while (and (not (setq found (funcall what))) (time-less-p nil end))
      (accept-process-output nil 0.05))
    found))

(defun session () "The session." (dap--cur-session))

(defun here ()
  "Thread and statement where the session is stopped; nil if it is not."
  (when-let ((frame (and (session) (dap--debug-session-active-frame (session)))))
    (with-current-buffer (find-buffer-visiting (getenv "BOOLPROG_FILE"))
      (goto-char (point-min))
      (forward-line (1- (gethash "line" frame)))
      (format "T%d %s" (dap--debug-session-thread-id (session))
              (car (split-string (thing-at-point 'line t) " *//\\|\n" nil "[ \t]+"))))))

(defun expect (where)
  "Wait until the session is stopped at WHERE."
  (unless (within 20 (lambda () (equal (here) where)))
    (error "Not at %s but at %s" where (here)))
  (message "at %s" where))

(defun value (expression)
  "The value of EXPRESSION in the selected frame."
  (let ((frame (gethash "id" (dap--debug-session-active-frame (session)))))
    (gethash "result" (dap-request (session) "evaluate" :expression expression :frameId frame))))

(defun shared ()
  "The shared variables as they are listed."
  (let* ((frame (gethash "id" (dap--debug-session-active-frame (session))))
         (scopes (gethash "scopes" (dap-request (session) "scopes" :frameId frame)))
         (scope (seq-find (lambda (scope) (equal (gethash "name" scope) "Shared")) scopes))
         (reference (gethash "variablesReference" scope))
         (variables (gethash "variables" (dap-request (session) "variables" :variablesReference reference))))
    (mapcar (lambda (variable) (concat (gethash "name" variable) "=" (gethash "value" variable))) variables)))

(defun same (expected found)
  "Fail unless EXPECTED and FOUND are equal."
  (unless (equal expected found) (error "%S is not %S" found expected)))

(find-file (getenv "BOOLPROG_FILE"))
(search-forward "assert")
(dap-breakpoint-add)
(boolprog-replay (buffer-file-name))

;; Both threads find the lock free.
(expect "T1 while T do")
(dap-next (session))
(expect "T1 if lock then")
(boolprog-step-back)
(expect "T1 while T do")
(same '("lock=F" "inside=F") (shared))

;; Each gets to the assertion; the first one that does so does not fail.
(dap-continue (session) (dap--debug-session-thread-id (session)))
(expect "T2 assert !inside;")
(same '("lock=T" "inside=F") (shared))
(same "T" (value "lock & !inside"))
(same "1" (value "#threads at line 17"))
(dap-continue (session) (dap--debug-session-thread-id (session)))
(expect "T1 assert !inside;")
(same '("lock=T" "inside=T") (shared))
(boolprog-reverse-continue)
(expect "T2 assert !inside;")

(let ((printed (with-current-buffer (dap--debug-session-output-buffer (session)) (buffer-string))))
  (unless (string-match-p "Shortest: 2 threads" printed) (error "No verdict in: %s" printed)))

(defun leave ()
  "End the session."
  (dap-disconnect (session))
  (unless (within 20 (lambda () (eq (dap--debug-session-state (session)) 'terminated)))
    (error "The session does not end")))
(leave)

;; The same counterexample, saved.
(with-temp-file "lock.trace.json"
  (let* ((report (with-temp-buffer
                   (call-process (getenv "BOOLPROG") nil t nil "check" "--format" "json" (getenv "BOOLPROG_FILE"))
                   (goto-char (point-min))
                   (json-parse-buffer)))
         (file (aref (gethash "files" report) 0)))
    (insert (json-serialize (gethash "trace" (aref (gethash "properties" file) 0))))))
(find-file "lock.trace.json")
(boolprog-replay (buffer-file-name))
(expect "T1 while T do")
(dap-next (session))
(expect "T1 if lock then")
(leave)
(message "ok")
(set-buffer-modified-p nil)
;;; dap-mode.el ends here
